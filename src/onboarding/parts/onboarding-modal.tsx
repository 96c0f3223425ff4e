/** The onboarding dialog, step by step. Closing it postpones the other steps to another visit; a click outside loses nothing. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { getSession } from '#accounts/contract.ts'
import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import { completeOnboarding, type OnboardingStatus } from '../contract.ts'
import { listSteps, type OnboardingStep, type OnboardingStepProps } from '../steps.ts'
import { InviteStep } from './invite-step.tsx'
import { NewsletterStep } from './newsletter-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { WorkspaceStep } from './workspace-step.tsx'

import css from './onboarding.module.css'

/** A bar for each step. Completed steps and the current one are lit. */
const Progress = ({ index, count }: { index: number; count: number }) => (
  <div
    className={css.bars}
    role="progressbar"
    aria-label="Setting up your account"
    aria-valuemin={1}
    aria-valuemax={count}
    aria-valuenow={index + 1}
    aria-valuetext={`Step ${index + 1} of ${count}`}
  >
    {Array.from({ length: count }, (_, bar) => (
      <span key={bar} data-lit={bar <= index || undefined} />
    ))}
  </div>
)

const SuccessStep = ({ onDone }: OnboardingStepProps) => {
  const client = useQueryClient()
  const [isCompleting, setIsCompleting] = useState(false)

  const complete = async () => {
    setIsCompleting(true)
    try {
      const { data } = await call(completeOnboarding, {})
      setCallData(client, getSession, {}, { data, meta: {} })
    } catch (error) {
      // Onboarding opens again another time.
      reportError(error)
    }
    onDone()
  }

  return (
    <div className={css.actions}>
      <Button kind="primary" size="xl" wide busy={isCompleting && 'One moment…'} onClick={() => void complete()}>
        Start browsing
      </Button>
    </div>
  )
}

const stepTexts: Record<OnboardingStep, { title: string; description: string }> = {
  profile: {
    title: 'Tell us about yourself',
    description: 'Teammates see your name, and your licenses and receipts carry it.',
  },
  newsletter: {
    title: 'Which mails would you like?',
    description: 'Mails about your orders and your account always come. Choose which others you would like.',
  },
  workspace: {
    title: 'Name your workspace',
    description: 'Carts, licenses and orders live there, for you alone or for your team.',
  },
  invite: {
    title: 'Invite your team',
    description: 'Each gets a mail with a link that works once, for seven days.',
  },
  success: { title: 'Welcome', description: 'Your profile and workspace are ready to go!' },
}

/** `onDone`: the step is complete. `onLater`: onboarding is postponed to another visit. */
const stepComponents: Record<OnboardingStep, (props: OnboardingStepProps) => React.ReactNode> = {
  profile: ProfileStep,
  newsletter: NewsletterStep,
  workspace: WorkspaceStep,
  invite: InviteStep,
  success: SuccessStep,
}

export const OnboardingModal = ({ status, onDone, onLater }: OnboardingStepProps & { status: OnboardingStatus }) => {
  const [steps] = useState(() => listSteps(status))
  const [stepIndex, setStepIndex] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const step = steps[stepIndex] ?? 'success'
  const { name: company } = useCompany()
  const { title, description } = stepTexts[step]
  const StepComponent = stepComponents[step]

  // The focused button is gone with its step. On touch screens the dialog takes the focus, so that no keyboard opens.
  useEffect(() => {
    if (stepIndex === 0) return
    const first = body.current?.querySelector<HTMLElement>('input:not([hidden]), select, button')
    const target = matchMedia('(pointer: fine)').matches ? first : body.current
    target?.focus()
  }, [stepIndex])

  return (
    <Dialog
      open
      persistent
      onClose={onLater}
      title={step === 'success' ? `${title} to ${company}` : title}
      description={description}
      size={step === 'success' ? 'sm' : 'md'}
      above={
        <>
          <Progress index={stepIndex} count={steps.length} />
          <p className="visually-hidden" role="status">
            {stepIndex > 0 && `Step ${stepIndex + 1} of ${steps.length}: ${title}`}
          </p>
        </>
      }
    >
      <div ref={body} tabIndex={-1} className={css.step}>
        <StepComponent
          key={step}
          onDone={() => (stepIndex + 1 < steps.length ? setStepIndex(stepIndex + 1) : onDone())}
          onLater={onLater}
        />
      </div>
    </Dialog>
  )
}
