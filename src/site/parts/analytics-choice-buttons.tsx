/** Buttons of the privacy policy that change the analytics choice. */
import { Button } from '#ui/button.tsx'

import { saveAnalyticsChoice } from '../analytics-consent.ts'

/** Reloads the page, because a running container cannot be unloaded. */
const choose = (choice: 'yes' | 'no') => {
  saveAnalyticsChoice(choice)
  location.reload()
}

export const AnalyticsChoiceButtons = () => (
  <p>
    <Button size="sm" onClick={() => choose('no')}>
      Do not measure my visits
    </Button>{' '}
    <Button size="sm" onClick={() => choose('yes')}>
      Measure my visits
    </Button>
  </p>
)
