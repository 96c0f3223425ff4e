import { brand } from '#platform/brand.ts'
import { pageMeta } from '#platform/http/page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import { licenseTerms } from '../parts/legal/license-terms.tsx'
import type { Route } from './+types/license-terms'

const { title, path } = licenseTerms

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title,
    description: `What a ${brand.name} license allows: channels, end clients, and what you may and may not do with a clip. Perpetual and worldwide.`,
    breadcrumbs: [{ name: title, path }],
  })

export default function LicenseTerms() {
  return <LegalPage {...licenseTerms} />
}
