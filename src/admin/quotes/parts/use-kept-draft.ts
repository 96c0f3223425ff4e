/** Keeps an offer that is being built as a draft. A colleague who saved it meanwhile is not overwritten unseen. */
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { getOfferDraft, makeOfferDraft, saveOfferDraft, type DraftBody } from '../drafts-contract.ts'

export type KeptDraft = { id: number; version: number }

export const useKeptDraft = (known: KeptDraft | undefined) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [kept, setKept] = useState(known)

  /** Throws the refusal. */
  const keep = async (body: DraftBody): Promise<void> => {
    if (!kept) {
      const { data } = await call(makeOfferDraft, { body })
      toast('The draft is saved.', { kind: 'success' })
      await navigate(`/admin/quotes/drafts/${data.id}`, { replace: true })
      return
    }
    const { id, version } = kept
    const { data } = await call(saveOfferDraft, { params: { id: String(id) }, body: { ...body, version } })
    setKept(data)
    toast('The draft is saved.', { kind: 'success' })
    await revalidate()
  }
  /** After a refusal: whoever goes on from here has been told. */
  const lookAgain = async (error: unknown): Promise<void> => {
    if (!kept || !(error instanceof Refusal) || (error.status !== 409 && error.status !== 404)) return
    try {
      const { data } = await call(getOfferDraft, { params: { id: String(kept.id) } })
      setKept({ id: kept.id, version: data.version })
    } catch (gone) {
      // What stands here can still be saved or sent, as a new one.
      if (gone instanceof Refusal && gone.status === 404) setKept(undefined)
    }
  }
  return { kept, keep, lookAgain }
}
