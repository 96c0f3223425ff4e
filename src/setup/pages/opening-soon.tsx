/** Where visitors are redirected before the shop opens (`src/app/guards.ts`). */
import { pageMeta } from '#platform/http/page.ts'
import { getPageCompany, useCompany } from '#platform/settings/company-context.ts'
import { Wordmark } from '#ui/wordmark.tsx'

import type { Route } from './+types/opening-soon'

import css from './opening-soon.module.css'

export const handle = { header: false, footer: false, scripts: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Opening soon',
    description: `${getPageCompany(page.matches).name} opens soon.`,
    noindex: true,
  })

export default function OpeningSoon() {
  const { name } = useCompany()
  return (
    <div className={css.page}>
      <Wordmark />
      <div className={css.words}>
        <h1>Opening soon.</h1>
        <p>{name} is being set up. Please come back in a few days.</p>
      </div>
      <p className={css.staff}>
        <a href="/login?next=/admin">Staff login</a>
      </p>
    </div>
  )
}
