import { brand } from '#platform/brand.ts'
import { pageMeta } from '#platform/http/page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import { termsOfUse } from '../parts/legal/terms.tsx'
import type { Route } from './+types/terms-and-conditions'

const { title, path } = termsOfUse

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title,
    description: `The terms of ${brand.name}: accounts and teams, prices and orders, delivery, refunds and fair use.`,
    breadcrumbs: [{ name: title, path }],
  })

export default function TermsAndConditions() {
  return <LegalPage {...termsOfUse} />
}
