import { brand } from '#platform/brand.ts'
import { pageContext } from '#platform/context.ts'
import { pageMeta } from '#platform/page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import { privacyPolicy } from '../parts/legal/privacy.tsx'
import type { Route } from './+types/privacy-policy'

/** A shop with its own stand-in for payments says so. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  takesRealPayments: context.get(pageContext).sandbox_url === undefined,
  measures: context.get(pageContext).outside.gtm_id !== undefined,
  hostsImagesOutside: context.get(pageContext).hosts_images_outside,
})

const title = 'Privacy policy'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title,
    description: `What ${brand.name} keeps about you, why and how long: no trackers, a handful of cookies, and your rights.`,
    trail: [{ name: title, path: '/privacy-policy' }],
  })

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...privacyPolicy(loaderData)} />
}
