import { expect, test } from 'vitest'

import { getPromptReason, type PromptMoment } from './prompt-reason.ts'

const displayedMoment: PromptMoment = {
  isNotDisplayed: () => false,
  getNotDisplayedReason: () => 'browser_not_supported',
  isSkippedMoment: () => false,
  getSkippedReason: () => 'user_cancel',
  isDismissedMoment: () => false,
  getDismissedReason: () => 'cancel_called',
}

test.each([
  ['is not displayed', { isNotDisplayed: () => true }, 'not_displayed: browser_not_supported'],
  ['is skipped', { isSkippedMoment: () => true }, 'skipped: user_cancel'],
  ['is dismissed', { isDismissedMoment: () => true }, 'dismissed: cancel_called'],
  ['is on the screen', {}, undefined],
  [
    'returned a credential',
    { isDismissedMoment: () => true, getDismissedReason: () => 'credential_returned' },
    undefined,
  ],
] satisfies [string, Partial<PromptMoment>, string | undefined][])('a prompt that %s', (_, moment, reason) => {
  expect(getPromptReason({ ...displayedMoment, ...moment })).toBe(reason)
})
