/** Shown at every address while MAINTENANCE=1 (`src/app/pages.ts`). It calls no API and runs no script. */
import { brand } from '#platform/brand.ts'
import { pageMeta } from '#platform/http/page.ts'
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

export default function Maintenance() {
  return (
    <div className={css.page}>
      <Wordmark>{brand.name}</Wordmark>
      <div className={css.leader} aria-hidden="true" />
      <div className={css.words}>
        <h1>Changing the reel.</h1>
        <p>
          We are working on the shop and are back in a few minutes. Carts, boards and licenses wait where you left them.
        </p>
        {/* Submitting only reloads the current address, without any script. */}
        <form className={css.ways}>
          <Button type="submit" size="lg">
            Try again
          </Button>
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
          <a href={`tel:${brand.phone}`} className="mono">
            {brand.phone}
          </a>
        </form>
      </div>
    </div>
  )
}
