import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'
import { pageContext } from '#platform/http/context.ts'

import { AnalyticsChoiceButtons } from '../parts/analytics-choice-buttons.tsx'
import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/privacy-policy'

const PATH = '/privacy-policy'

export const loader = async (args: Route.LoaderArgs) => ({
  page: await loadContentPage(args, 'privacy-policy'),
  measures: args.context.get(pageContext).outside.gtm_id !== undefined,
})

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function PrivacyPolicy({ loaderData: { page, measures } }: Route.ComponentProps) {
  return (
    <LegalPage page={page} path={PATH}>
      {measures && <AnalyticsChoiceButtons />}
    </LegalPage>
  )
}
