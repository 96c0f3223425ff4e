import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/license-terms'

const PATH = '/license-terms'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'license-terms') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function LicenseTerms({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
