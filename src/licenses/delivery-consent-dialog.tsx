/** The dialog in which a consumer agrees that delivery begins. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { CONSENT_TEXT } from '#orders/consumer.ts'
import { consentToDelivery } from '#orders/contract.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'

import type { ConsentRequest } from './delivery-consent.ts'

export const DeliveryConsentDialog = ({ order, answer }: ConsentRequest) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState('')
  const confirm = async () => {
    setSaving(true)
    try {
      await call(consentToDelivery, { params: { id: order } })
      void client.invalidateQueries()
      toast('Your download is starting. We’ll confirm your answer by email.', { kind: 'success' })
      answer(true)
    } catch (cause) {
      setError(cause instanceof Refusal ? cause.message : 'We couldn’t save your answer. Please try again.')
      setSaving(false)
    }
  }
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      size="sm"
      title="Before the first download"
      description={`Order ${order}`}
      footer={
        <>
          <Button size="lg" onClick={() => answer(false)}>
            Not now
          </Button>
          <Button
            kind="primary"
            size="lg"
            disabled={!isChecked}
            busy={isSaving && 'Saving…'}
            onClick={() => void confirm()}
          >
            Agree and download
          </Button>
        </>
      }
    >
      <p>
        As a consumer you can withdraw from this order within 14 days. That right ends for each clip when its download
        begins. We confirm your answer by email.{' '}
        <a href="/withdrawal" target="_blank" rel="noreferrer">
          More about this right
        </a>
      </p>
      <Checkbox checked={isChecked} onChange={({ target }) => setChecked(target.checked)}>
        {CONSENT_TEXT}
      </Checkbox>
      {error !== '' && <Banner kind="danger">{error}</Banner>}
    </Dialog>
  )
}
