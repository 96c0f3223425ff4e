/** A search text as the engine evaluates it. */
import type { TsQuery } from './tsquery.ts'

/** One way to match a slot. */
export type SlotAlternative = {
  query: TsQuery
  /** 1 for the typed word itself, less for its forms, corrections and synonyms. */
  weight: number
  /** A synonym doesn't match in descriptions. */
  is_synonym: boolean
}

/** A word or phrase of the text with everything that matches it. */
export type Slot = {
  /** As typed: `guards`. */
  label: string
  /** A clip without it isn't even a close match. */
  required: boolean
  alternatives: readonly SlotAlternative[]
}

/** A full match has every slot, a close match most of their weight; neither has an exclusion. */
export type TextQuery = { slots: readonly Slot[]; excluded: readonly TsQuery[] }

/** This many slots have a bit of their own. */
export const MAX_SLOTS = 31

/** Set in the masks of missing slots for a clip with a neighboring value of a filter instead of the value itself. */
export const NEAR_BIT = 1 << MAX_SLOTS

/** A slot's bit in the masks of missing slots; the slots after the 31st share the last one. */
export const slotBit = (slot: number): number => 1 << Math.min(slot, MAX_SLOTS - 1)
