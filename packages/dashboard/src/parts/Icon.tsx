/** The icons, drawn on 16 by 16. Each one needs a text beside it, or a label. */
const paths = {
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  warning: "M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.7v.1",
  question: "M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.8-1.1 1.7M8 12.3v.1",
  dash: "M3.5 8h9",
  half: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 1.8v12.4M10 3v10M12 4.4v7.2",
  clock: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 4.6V8l2.4 1.5",
  info: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 7.4v3.8M8 4.9v.1",
  copy: "M5.5 5.5V3a1 1 0 0 1 1-1H13a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-2.5M3 5.5h6.5a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1z",
  menu: "M2 4.5h12M2 8h12M2 11.5h12",
  newer: "M10 3 5 8l5 5",
  older: "M6 3l5 5-5 5",
  external: "M6 3H3v10h10v-3M9 3h4v4M13 3 7 9",
  download: "M8 2v8.5M4.5 7.200 8 10.700l3.5-3.5M2.5 13.5h11",
  upload: "M8 11V2.5M4.5 5.800 8 2.300l3.5 3.5M2.5 13.5h11",
  plus: "M8 3v10M3 8h10",
  search: "M7 2.500a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9zM10.300 10.300 13.5 13.5",
  bell: "M8 2a3.8 3.8 0 0 1 3.800 3.800c0 3.200 1.200 4.200 1.200 5.200H3c0-1 1.200-2 1.200-5.200A3.8 3.8 0 0 1 8 2zM6.700 13.5h2.600"
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
