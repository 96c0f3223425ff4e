import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/terms-and-conditions'

const PATH = '/terms-and-conditions'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'terms-and-conditions') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function TermsOfUse({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
