// AfterShip's library behind HTTP: `GET /fast?email=` and `GET /deep?email=` on `PORT` of loopback.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	emailverifier "github.com/AfterShip/email-verifier"
)

const (
	helloName = "probe.rcpt.test"
	fromEmail = "verify@rcpt.test"
)

type answer struct {
	Verdict string                `json:"verdict"`
	Raw     *emailverifier.Result `json:"raw"`
	Error   string                `json:"error,omitempty"`
}

// A name that does not exist is an answer; every other failure is none.
func isNotFound(err error) bool {
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return dns.IsNotFound
	}
	var smtp *emailverifier.LookupError
	return errors.As(err, &smtp) && smtp.Message == emailverifier.ErrNoSuchHost
}

func verdictOf(result *emailverifier.Result, err error, deep bool) string {
	switch {
	case !result.Syntax.Valid, isNotFound(err):
		return "invalid"
	case err != nil:
		return "unknown"
	case deep && result.Reachable == "yes":
		return "valid"
	case deep && result.Reachable == "no":
		return "invalid"
	case deep:
		return "unknown"
	case result.HasMxRecords:
		return "valid"
	default:
		return "invalid"
	}
}

func handler(verifier *emailverifier.Verifier, deep bool) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		result, err := verifier.Verify(request.URL.Query().Get("email"))
		body := answer{Verdict: verdictOf(result, err, deep), Raw: result}
		if err != nil {
			body.Error = err.Error()
		}
		response.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(response).Encode(body); err != nil {
			log.Print(err)
		}
	}
}

func main() {
	fast := emailverifier.NewVerifier()
	deep := emailverifier.NewVerifier().EnableSMTPCheck().HelloName(helloName).FromEmail(fromEmail)
	http.HandleFunc("GET /fast", handler(fast, false))
	http.HandleFunc("GET /deep", handler(deep, true))
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ready on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
