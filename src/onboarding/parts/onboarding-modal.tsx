/** What newcomers are asked, step by step. Closed, it waits for another visit and goes on where they were; a press outside loses nothing. */
import { useEffect, useRef, useState } from 'react'

import { brand } from '#platform/brand.ts'
import { Dialog } from '#ui/dialog.tsx'

import type { OnboardingStatus } from '../contract.ts'
import { stepsOf, type Step } from '../steps.ts'
import { InviteStep } from './invite-step.tsx'
import { NewsletterStep } from './newsletter-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { Progress } from './progress.tsx'
import { SuccessStep } from './success-step.tsx'
import { WorkspaceStep } from './workspace-step.tsx'

import css from './onboarding.module.css'

const words: Record<Step, { title: string; description: string }> = {
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
  success: { title: `Welcome to ${brand.name}`, description: 'Your profile and workspace are ready to go!' },
}

/** What a step does when it is through, and how it is put off to another visit. */
export type StepProps = { onDone: () => void; onLater: () => void }

const bodies: Record<Step, (props: StepProps) => React.ReactNode> = {
  profile: ProfileStep,
  newsletter: NewsletterStep,
  workspace: WorkspaceStep,
  invite: InviteStep,
  success: SuccessStep,
}

export const OnboardingModal = ({ status, onDone, onLater }: StepProps & { status: OnboardingStatus }) => {
  const [steps] = useState(() => stepsOf(status))
  const [at, setAt] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const step = steps[at] ?? 'success'
  const { title, description } = words[step]
  const Body = bodies[step]

  // The button that had the focus is gone with its step. On touch the window itself takes it, so that no keyboard jumps up.
  useEffect(() => {
    if (at === 0) return
    const first = body.current?.querySelector<HTMLElement>('input:not([hidden]), select, button')
    const target = matchMedia('(pointer: fine)').matches ? first : body.current
    target?.focus()
  }, [at])

  return (
    <Dialog
      open
      keep
      onClose={onLater}
      title={title}
      description={description}
      size={step === 'success' ? 'sm' : 'md'}
      above={
        <>
          <Progress at={at} of={steps.length} />
          <p className="visually-hidden" role="status">
            {at > 0 && `Step ${at + 1} of ${steps.length}: ${title}`}
          </p>
        </>
      }
    >
      <div ref={body} tabIndex={-1} className={css.step}>
        <Body key={step} onDone={() => (at + 1 < steps.length ? setAt(at + 1) : onDone())} onLater={onLater} />
      </div>
    </Dialog>
  )
}
