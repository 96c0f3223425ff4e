import { brand } from '#platform/brand.ts'
import { pageMeta } from '#platform/http/page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import { californiaPrivacy } from '../parts/legal/ccpa.tsx'
import type { Route } from './+types/ccpa'

const { title, path } = californiaPrivacy

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title,
    description: `For residents of California: what ${brand.name} collects, that it sells and shares nothing, and how to use your rights.`,
    breadcrumbs: [{ name: title, path }],
  })

export default function CaliforniaPrivacy() {
  return <LegalPage {...californiaPrivacy} />
}
