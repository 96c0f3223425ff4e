import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/refund-policy'

const PATH = '/refund-policy'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'refund-policy') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function RefundPolicy({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
