/** Shown at every address during maintenance (`src/app/pages.ts`). It calls no API and runs no script. */
import { pageContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import type { Route } from './+types/maintenance'

import css from './maintenance.module.css'

export const handle = { header: false, footer: false, scripts: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Back soon',
    description: 'We are working on the shop.',
    path: '/maintenance',
    noindex: true,
  })

export const loader = ({ context }: Route.LoaderArgs) => context.get(pageContext).maintenance

export default function Maintenance({ loaderData: maintenance }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <div className={css.page}>
      <Wordmark />
      <div className={css.leader} aria-hidden="true" />
      <div className={css.words}>
        <h1>Changing the reel.</h1>
        <p>
          {maintenance?.message ||
            (maintenance?.back_at
              ? 'We are working on the shop.'
              : 'We are working on the shop and are back in a few minutes.')}{' '}
          {maintenance?.back_at && `We are back by ${maintenance.back_at}. `}
          Carts, boards and licenses wait where you left them.
        </p>
        {/* Submitting only reloads the current address, without any script. */}
        <form className={css.ways}>
          <Button type="submit" size="lg">
            Try again
          </Button>
          <a href={`mailto:${company.email}`}>{company.email}</a>
          <a href={`tel:${company.phone}`} className="mono">
            {company.phone}
          </a>
        </form>
      </div>
    </div>
  )
}
