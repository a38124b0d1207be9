/** What this is, for somebody who has only been sent its address. */
import { Section } from "../parts/Card.tsx"
import { Icon } from "../parts/Icon.tsx"
import { words } from "../words/session.tsx"

const { about: said } = words

export const AboutService = () => (
  <Section title={said.title}>
    <p>{said.text}</p>
    <ul className="about-promises">
      {said.promises.map(({ title, text }) => (
        <li key={title}>
          <Icon name="check" />
          <p>
            <strong>{title}</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  </Section>
)
