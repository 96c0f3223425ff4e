import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getSession } from '#accounts/contract.ts'
import { call } from '#platform/call.ts'
import { setCall } from '#platform/query.ts'
import { reportError } from '#platform/report-error.ts'
import { Button } from '#ui/button.tsx'

import { completeOnboarding } from '../contract.ts'
import type { StepProps } from './onboarding-modal.tsx'

import css from './onboarding.module.css'

export const SuccessStep = ({ onDone }: StepProps) => {
  const client = useQueryClient()
  const [isEnding, setIsEnding] = useState(false)

  const end = async () => {
    setIsEnding(true)
    try {
      const { data } = await call(completeOnboarding, {})
      setCall(client, getSession, {}, { data, meta: {} })
    } catch (error) {
      // They are asked again another time.
      reportError(error)
    }
    onDone()
  }

  return (
    <div className={css.actions}>
      <Button kind="primary" size="xl" wide busy={isEnding && 'One moment…'} onClick={() => void end()}>
        Start browsing
      </Button>
    </div>
  )
}
