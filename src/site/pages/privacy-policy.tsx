import { saveStorageConsent } from '#accounts/contract.ts'
import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'
import { call } from '#platform/http/call.ts'
import { pageContext } from '#platform/http/context.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { saveAnalyticsChoice } from '../analytics-consent.ts'
import { LegalPage } from '../parts/legal-page.tsx'
import type { Route } from './+types/privacy-policy'

/** Reloads the page, because a running container cannot be unloaded. */
const choose = (choice: 'yes' | 'no') => {
  saveAnalyticsChoice(choice)
  location.reload()
}

const AnalyticsChoiceButtons = () => (
  <p>
    <Button size="sm" onClick={() => choose('no')}>
      Do not measure my visits
    </Button>{' '}
    <Button size="sm" onClick={() => choose('yes')}>
      Measure my visits
    </Button>
  </p>
)

const StorageChoiceButtons = () => {
  const toast = useToast()
  const save = async (choice: 'yes' | 'no') => {
    try {
      await call(saveStorageConsent, { body: { choice } })
      toast(choice === 'yes' ? 'These cookies are allowed.' : 'These cookies are not set anymore.')
    } catch {
      toast('Your choice could not be saved. Please try again.', { kind: 'danger' })
    }
  }
  return (
    <p>
      Experiments and partner links:{' '}
      <Button size="sm" onClick={() => void save('no')}>
        Do not allow their cookies
      </Button>{' '}
      <Button size="sm" onClick={() => void save('yes')}>
        Allow their cookies
      </Button>
    </p>
  )
}

const PATH = '/privacy-policy'

export const loader = async (args: Route.LoaderArgs) => ({
  page: await loadContentPage(args, 'privacy-policy'),
  measures: args.context.get(pageContext).outside.gtm_id !== undefined,
})

export const meta = (args: Route.MetaArgs) => contentPageMeta(PATH, args)

export default function PrivacyPolicy({ loaderData: { page, measures } }: Route.ComponentProps) {
  return (
    <LegalPage page={page} path={PATH}>
      <StorageChoiceButtons />
      {measures && <AnalyticsChoiceButtons />}
    </LegalPage>
  )
}
