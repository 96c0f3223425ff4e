/** Tests for which pages are without analytics. */
import { expect, test } from 'vitest'

import { allowsAnalytics } from './payment-pages.ts'

test.each([
  '/reset-password/link-0',
  '/verify-email/link-0',
  '/account/notification-preferences/link-0',
  '/account/privacy/link-0',
  '/account/details/link-0',
  '/profile/settings/email?token=link-0',
  '/setup',
  '/setup/mail/link-0',
  '/unsubscribe/1/link-0',
  '/staff-invite/link-0',
  '/filmmaker-invite/link-0',
])('no analytics run on %s, which a secret link opens', url => {
  expect(allowsAnalytics(url)).toBe(false)
})
