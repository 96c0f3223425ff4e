/** Conditional links of the mobile menu: partner sites and features behind flags. Loaded when the menu opens. */
import { Link, useRouteLoaderData } from 'react-router'

import type { User } from '#accounts/contract.ts'
import { FeatureGate } from '#platform/flags/feature-gate.tsx'
import type { ExternalServices } from '#platform/http/external-services.ts'

import { flaggedMobileLinks } from '../links.ts'
import { listPartnerLinks } from '../partner-links.ts'

import css from './mobile-menu.module.css'

export default function MobileExtras({ user }: { user: User }) {
  const { outside } = useRouteLoaderData('root') as { outside: ExternalServices }
  return (
    <>
      {listPartnerLinks(user, outside).map(({ to, label }) => (
        <a key={to} href={to} className={css.place} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      {flaggedMobileLinks.map(({ to, label, flag }) => (
        <FeatureGate key={to} flag={flag}>
          <Link to={to} className={css.place}>
            {label}
          </Link>
        </FeatureGate>
      ))}
    </>
  )
}
