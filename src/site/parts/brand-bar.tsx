/** The thin bar above the header: sister sites and contact details. */
import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import css from './brand-bar.module.css'

export const BrandBar = () => (
  <aside className={css.bar} aria-label="How to reach us">
    {brand.sister_sites.length > 0 && (
      <ul className={css.sites}>
        {brand.sister_sites.map(({ name, to }) => (
          <li key={to}>
            <a href={to}>{name}</a>
          </li>
        ))}
      </ul>
    )}
    <ul className={css.reach}>
      <li>
        <Link to="/contact">Contact Us</Link>
      </li>
      <li>
        <a href={`tel:${brand.phone}`} className="mono">
          {brand.phone}
        </a>
      </li>
    </ul>
  </aside>
)
