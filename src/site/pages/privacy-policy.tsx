import { brand } from '#platform/brand.ts'
import { pageContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import { buildPrivacyPolicy } from '../parts/legal/privacy.tsx'
import type { Route } from './+types/privacy-policy'

/** The policy depends on the processors that this shop uses, for example the payment sandbox. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  takesRealPayments: context.get(pageContext).sandbox_url === undefined,
  measures: context.get(pageContext).outside.gtm_id !== undefined,
  hostsImagesOutside: context.get(pageContext).hosts_images_outside,
})

const TITLE = 'Privacy policy'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: TITLE,
    description: `What ${brand.name} keeps about you, why and how long: no trackers, a handful of cookies, and your rights.`,
    breadcrumbs: [{ name: TITLE, path: '/privacy-policy' }],
  })

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...buildPrivacyPolicy(loaderData)} />
}
