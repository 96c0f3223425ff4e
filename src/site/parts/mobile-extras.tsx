/** What only some find in the mobile menu: places of partners, and what a flag opens. Loaded when the menu opens. */
import { Link, useRouteLoaderData } from 'react-router'

import type { User } from '#accounts/contract.ts'
import { Flagged, FlagsProvider } from '#platform/flags-web.tsx'
import type { Outside } from '#platform/outside.ts'

import { flaggedMobileLinks } from '../links.ts'
import { partnerPlaces } from '../partner-places.ts'

import css from './mobile-menu.module.css'

export default function MobileExtras({ user }: { user: User }) {
  const { outside } = useRouteLoaderData('root') as { outside: Outside }
  return (
    <FlagsProvider>
      {partnerPlaces(user, outside).map(({ to, label }) => (
        <a key={to} href={to} className={css.place} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      {flaggedMobileLinks.map(({ to, label, flag }) => (
        <Flagged key={to} flag={flag}>
          <Link to={to} className={css.place}>
            {label}
          </Link>
        </Flagged>
      ))}
    </FlagsProvider>
  )
}
