import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'

import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/imprint'

const PATH = '/imprint'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'imprint') })

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function Imprint({ loaderData: { page } }: Route.ComponentProps) {
  return <LegalPage page={page} path={PATH} />
}
