"""
Imported before a library: it can dial the service of the test and nothing else, whatever it does. Each address that it
dials is written down first, by name, before DNS is asked. An audit hook cannot be removed (PEP 578).
"""

import os
import sys

allowed_host, allowed_port = os.environ["ALLOWED"].split(":")
hosts = {allowed_host, "127.0.0.1", "::1"}


def guard(event, args):
    if event == "socket.getaddrinfo":
        host, port = args[0], args[1]
    elif event == "socket.connect":
        host, port = args[1][0], args[1][1]
    elif event in ("socket.gethostbyname", "socket.sendto"):
        host, port = str(args[-1]), 0
    else:
        return
    if event != "socket.connect":
        with open(os.environ["DIALLED"], "a") as file:
            file.write(f"{host}:{port}\n")
    if host not in hosts or str(port) != allowed_port:
        raise RuntimeError(f"not the service of the test: {host}:{port}")


sys.addaudithook(guard)
