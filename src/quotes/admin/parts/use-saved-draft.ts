/** Saves the offer builder's state as a draft, without overwriting a colleague's changes. */
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { getOfferDraft, createOfferDraft, saveOfferDraft, type OfferDraftBody } from '../drafts-contract.ts'

export type OfferDraftVersion = { id: number; version: number }

export const useSavedDraft = (initial: OfferDraftVersion | undefined) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [draftVersion, setDraftVersion] = useState(initial)

  /** Throws the refusal. */
  const saveDraft = async (body: OfferDraftBody): Promise<void> => {
    if (!draftVersion) {
      const { data } = await call(createOfferDraft, { body })
      toast('Draft saved.', { kind: 'success' })
      await navigate(`/admin/quotes/drafts/${data.id}`, { replace: true })
      return
    }
    const { id, version } = draftVersion
    const { data } = await call(saveOfferDraft, { params: { id: String(id) }, body: { ...body, version } })
    setDraftVersion(data)
    toast('Draft saved.', { kind: 'success' })
    await revalidate()
  }
  /** Loads the current version after a refusal, so that the next save overwrites it on purpose. */
  const refreshVersion = async (error: unknown): Promise<void> => {
    if (!draftVersion || !(error instanceof Refusal) || (error.status !== 409 && error.status !== 404)) return
    try {
      const { data } = await call(getOfferDraft, { params: { id: String(draftVersion.id) } })
      setDraftVersion({ id: draftVersion.id, version: data.version })
    } catch (refreshError) {
      // The draft was deleted, so the next save creates a new one.
      if (refreshError instanceof Refusal && refreshError.status === 404) setDraftVersion(undefined)
    }
  }
  return { draftVersion, saveDraft, refreshVersion }
}
