import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getSession } from '#accounts/contract.ts'
import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { Button } from '#ui/button.tsx'

import { completeOnboarding } from '../contract.ts'
import type { OnboardingStepProps } from './onboarding-modal.tsx'

import css from './onboarding.module.css'

export const SuccessStep = ({ onDone }: OnboardingStepProps) => {
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
