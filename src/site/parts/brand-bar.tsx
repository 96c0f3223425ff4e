/** The thin bar above everything: the other sites of the house, and how to reach a person. */
import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import { AnywhereLink } from './anywhere-link.tsx'

import css from './brand-bar.module.css'

export const BrandBar = () => (
  <aside className={css.bar} aria-label={`${brand.name}’s sites and how to reach us`}>
    <ul className={css.sites}>
      {brand.sister_sites.map(({ name, to }) => (
        <li key={to}>
          <AnywhereLink to={to}>{name}</AnywhereLink>
        </li>
      ))}
    </ul>
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
