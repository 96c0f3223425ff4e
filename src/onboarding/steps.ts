/** The steps of being asked, in order; each comes only when it is needed. */
import type { OnboardingStatus } from './contract.ts'

export type Step = 'profile' | 'newsletter' | 'workspace' | 'invite' | 'success'

const needed: readonly [Step, (status: OnboardingStatus) => boolean][] = [
  ['profile', status => status.requires_profile_information],
  ['newsletter', status => status.requires_email_preference_choice],
  ['workspace', status => status.requires_workspace_name],
  ['invite', status => status.offers_invite],
  ['success', () => true],
]

export const stepsOf = (status: OnboardingStatus): Step[] =>
  needed.flatMap(([step, isNeeded]) => (isNeeded(status) ? [step] : []))
