import fc from 'fast-check'
import { expect, test } from 'vitest'

import { stepsOf } from './steps.ts'

const status = fc.record({
  requires_profile_information: fc.boolean(),
  requires_email_preference_choice: fc.boolean(),
  requires_workspace_name: fc.boolean(),
  offers_invite: fc.boolean(),
})
const order = ['profile', 'newsletter', 'workspace', 'invite', 'success']

test('what is needed is asked, in order, and success comes last', () => {
  fc.assert(
    fc.property(status, given => {
      const steps = stepsOf(given)
      expect(steps).toEqual(order.filter(step => steps.some(one => one === step)))
      expect(steps.at(-1)).toBe('success')
      expect(steps.includes('profile')).toBe(given.requires_profile_information)
      expect(steps.includes('newsletter')).toBe(given.requires_email_preference_choice)
      expect(steps.includes('workspace')).toBe(given.requires_workspace_name)
      expect(steps.includes('invite')).toBe(given.offers_invite)
    }),
  )
})
