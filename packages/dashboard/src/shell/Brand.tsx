/** The name and the logo: a torn-off receipt with a tick. */
export const Brand = () => (
  <span className="brand">
    <svg viewBox="0 0 20 24" width="18" height="22" aria-hidden="true">
      <path
        className="brand-paper"
        d="M1.5 1h17v21.5l-2.800-2.200-2.900 2.200-2.800-2.200-2.800 2.200-2.900-2.200-2.800 2.200z"
      />
      <path className="brand-tick" d="M6 9.5l3 3 5.5-5.800M6 16.5h8" />
    </svg>
    rcpt
  </span>
)
