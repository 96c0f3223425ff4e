/** Underlines what was read as filters or exclusions in a search field: a layer with the same text over the field. */
import { useEffect, useRef, useState, type RefObject } from 'react'

import type { TextSpan } from './text-parts.ts'

import styles from './read-marks.module.css'

type ReadMarksProps = {
  /** The id of the description for screen readers. */
  id: string
  /** The text that was searched: once the field has another, nothing is underlined. */
  q: string
  spans: readonly TextSpan[]
  input: RefObject<HTMLInputElement | null>
}

export default function ReadMarks({ id, q, spans, input }: ReadMarksProps) {
  const layer = useRef<HTMLSpanElement>(null)
  const [isEdited, setEdited] = useState(false)
  useEffect(() => {
    const field = input.current
    if (!field) return
    const follow = () => {
      setEdited(field.value !== q)
      // A field scrolls a text that is longer than it.
      layer.current?.scrollTo({ left: field.scrollLeft, behavior: 'instant' })
    }
    follow()
    const unmount = new AbortController()
    for (const type of ['input', 'scroll', 'blur']) field.addEventListener(type, follow, { signal: unmount.signal })
    return () => unmount.abort()
  }, [input, q, isEdited])
  // The description loads after the field.
  useEffect(() => {
    const field = input.current
    if (!field || isEdited) return
    field.setAttribute('aria-describedby', id)
    return () => field.removeAttribute('aria-describedby')
  }, [input, id, isEdited])
  if (isEdited) return null
  return (
    <>
      <span ref={layer} aria-hidden="true" className={styles.layer}>
        <span>
          {spans.map(([start, end], i) => (
            <span key={start}>
              {q.slice(spans[i - 1]?.[1] ?? 0, start)}
              <u>{q.slice(start, end)}</u>
            </span>
          ))}
          {q.slice(spans.at(-1)?.[1])}
        </span>
      </span>
      <span id={id} hidden>
        Read as filters or left out: {spans.map(([start, end]) => `“${q.slice(start, end)}”`).join(', ')}.
      </span>
    </>
  )
}
