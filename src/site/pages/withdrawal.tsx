import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/withdrawal'

const PATH = '/withdrawal'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'withdrawal') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function Withdrawal({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
