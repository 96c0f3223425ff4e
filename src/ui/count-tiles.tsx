/** Counts of what waits, each a link to its list. Zeros are faint. */
import { Link } from 'react-router'

import css from './count-tiles.module.css'

type CountTile = {
  key: string
  label: string
  count: number
  to: string
  /** What is urgent about them, such as "2 late". */
  urgent?: string | undefined
}

export const CountTiles = ({ tiles }: { tiles: readonly CountTile[] }) => (
  <ul className={css.tiles}>
    {tiles.map(({ key, label, count, to, urgent }) => (
      <li key={key} data-none={count === 0 || undefined}>
        <Link to={to}>
          <strong>{count.toLocaleString('en-US')}</strong>
          <span>{label}</span>
          {urgent !== undefined && <small>{urgent}</small>}
        </Link>
      </li>
    ))}
  </ul>
)
