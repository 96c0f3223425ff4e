import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listSteps } from './steps.ts'

const status = fc.record({
  requires_profile_information: fc.boolean(),
  requires_email_preference_choice: fc.boolean(),
  requires_workspace_name: fc.boolean(),
  offers_invite: fc.boolean(),
})
const stepOrder = ['profile', 'newsletter', 'workspace', 'invite', 'success']

test('only required steps are shown, in order, and success is last', () => {
  fc.assert(
    fc.property(status, input => {
      const steps = listSteps(input)
      expect(steps).toEqual(stepOrder.filter(step => steps.some(candidate => candidate === step)))
      expect(steps.at(-1)).toBe('success')
      expect(steps.includes('profile')).toBe(input.requires_profile_information)
      expect(steps.includes('newsletter')).toBe(input.requires_email_preference_choice)
      expect(steps.includes('workspace')).toBe(input.requires_workspace_name)
      expect(steps.includes('invite')).toBe(input.offers_invite)
    }),
  )
})
