/** What a person reads of a refusal. Apart from forms, whose library pages without a form need not load. */
import { Refusal } from './refusal.ts'

/** A refusal that was meant (4xx) says why; a fault of ours does not. */
export const sentenceOf = (refusal: Refusal | undefined) =>
  refusal && (Object.values(refusal.errors)[0]?.[0] ?? (refusal.status < 500 ? refusal.message : undefined))

/** What a refusal says first: of its fields, else its sentence; `fallback` for anything that is not meant for people. */
export const firstText = (error: unknown, fallback: string): string =>
  sentenceOf(error instanceof Refusal ? error : undefined) ?? fallback
