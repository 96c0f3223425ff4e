/** One saved payment method with its actions. */
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { expiryText } from '../expiry.ts'
import { methodName } from '../method-name.ts'
import { makeMethodDefault, type PaymentMethod } from '../methods-contract.ts'
import { MethodMark } from './method-mark.tsx'

import css from './method-row.module.css'

type MethodRowProps = {
  method: PaymentMethod
  canChange: boolean
  onDelete: () => void
  onChanged: () => Promise<void>
}

export const MethodRow = ({ method, canChange, onDelete, onChanged }: MethodRowProps) => {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const name = methodName(method)
  const makeDefault = async () => {
    setBusy(true)
    try {
      await call(makeMethodDefault, { params: { id: String(method.id) } })
      toast(`${name} is now the default.`, { kind: 'success' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    }
    await onChanged()
    setBusy(false)
  }
  const expiry = expiryText(method)
  return (
    <li className={css.row}>
      <MethodMark type={method.type} brand={method.card_brand} />
      <div className={css.facts}>
        <p className={css.name}>
          {name}
          {method.default && <span className={css.default}>Default</span>}
        </p>
        {expiry && (
          <p className={css.expiry} data-expired={method.is_expired || undefined}>
            {method.is_expired ? 'Expired' : 'Expires'} <span className="mono">{expiry}</span>
          </p>
        )}
      </div>
      {canChange && (
        <div className={css.actions}>
          {!method.default && (
            <Button
              size="sm"
              busy={isBusy && 'Saving…'}
              onClick={() => void makeDefault()}
              aria-label={`Make default: ${name}`}
            >
              Make default
            </Button>
          )}
          <Button size="sm" kind="quiet" onClick={onDelete} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
