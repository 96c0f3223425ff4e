/** Filmmakers as film credits: location on the left, name on the right. */
import { Link } from 'react-router'

import { filmmakerPath } from '#catalog/paths.ts'

import css from './credits-roll.module.css'

type CreditedFilmmaker = { id: number; slug: string; name: string; location: string }

export const CreditsRoll = ({ filmmakers }: { filmmakers: readonly CreditedFilmmaker[] }) => (
  <ul className={css.roll}>
    {filmmakers.map(filmmaker => (
      <li key={filmmaker.id}>
        <span className={css.place}>{filmmaker.location}</span>
        <Link to={filmmakerPath(filmmaker)} className={css.name}>
          {filmmaker.name}
        </Link>
      </li>
    ))}
  </ul>
)
