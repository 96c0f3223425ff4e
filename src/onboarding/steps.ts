/** The steps of onboarding in order; each is shown only if it is required. */
import type { OnboardingStatus } from './contract.ts'

export type OnboardingStep = 'profile' | 'newsletter' | 'workspace' | 'invite' | 'success'

const stepRules: readonly [OnboardingStep, (status: OnboardingStatus) => boolean][] = [
  ['profile', status => status.requires_profile_information],
  ['newsletter', status => status.requires_email_preference_choice],
  ['workspace', status => status.requires_workspace_name],
  ['invite', status => status.offers_invite],
  ['success', () => true],
]

export const listSteps = (status: OnboardingStatus): OnboardingStep[] =>
  stepRules.flatMap(([step, isRequired]) => (isRequired(status) ? [step] : []))

export type OnboardingStepProps = { onDone: () => void; onLater: () => void }
