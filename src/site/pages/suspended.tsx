/** The only page that a suspended account can open: why, and how to reach support. */
import { Link } from 'react-router'

import { useLogout } from '#accounts/use-session.ts'
import { pageMeta } from '#platform/http/page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import type { Route } from './+types/suspended'

import css from './suspended.module.css'

export const handle = { header: false, footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Account suspended', noindex: true })

/** A loader without data: without it, client-side navigation to this page would skip the guards. */
export const loader = () => null

export default function Suspended() {
  const company = useCompany()
  const logout = useLogout()
  return (
    <div className={css.page}>
      <Wordmark />
      <div className={css.words}>
        <h1>This account is suspended.</h1>
        <p>
          Nothing is deleted: boards, orders and licenses are as you left them, and what you licensed stays licensed.
          Write to us or call, and a person looks at it.
        </p>
        <p className={css.ways}>
          <ButtonLink to="/contact?topic=account" kind="primary" size="lg">
            Contact support
          </ButtonLink>
          <Button size="lg" onClick={() => void logout()}>
            Logout
          </Button>
          <a href={`tel:${company.phone}`} className="mono">
            {company.phone}
          </a>
        </p>
      </div>
      <p className={css.legal}>
        <Link to="/terms-and-conditions">Terms of Use</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
      </p>
    </div>
  )
}
