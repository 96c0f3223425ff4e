import { ButtonLink } from '#ui/button.tsx'

import { setupStepKeys, setupSteps, type SetupStepKey } from './steps.ts'

/** A link to the step after one, or to the checklist after the last. */
export const NextStep = ({ after }: { after: SetupStepKey }) => {
  const next = setupStepKeys[setupStepKeys.indexOf(after) + 1]
  return (
    <ButtonLink kind="primary" size="lg" to={next ? setupSteps[next].to : '/admin'}>
      {next ? `Next: ${setupSteps[next].label}` : 'To the checklist'}
    </ButtonLink>
  )
}
