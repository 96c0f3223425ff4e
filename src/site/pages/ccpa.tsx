import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/ccpa'

const PATH = '/privacy-policy/ccpa'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'california-privacy') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function CaliforniaPrivacy({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
