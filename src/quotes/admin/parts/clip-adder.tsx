/** Adds clips to a license by name, by number, or by pasted URLs. */
import { useState, type KeyboardEvent } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { findOfferClips, type OfferClip } from '../contract.ts'
import { parseClips } from '../parse-clips.ts'

import css from './clip-adder.module.css'

type ClipAdderProps = { onAdd: (clips: readonly OfferClip[]) => void }

export const ClipAdder = ({ onAdd }: ClipAdderProps) => {
  const [text, setText] = useState('')
  const [results, setResults] = useState<readonly OfferClip[]>([])
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const search = async () => {
    const { ids, words } = parseClips(text)
    if (ids.length === 0 && words === '') return setError('Type a name or a number, or paste URLs of clips.')
    if (ids.length > 200) return setError('At most 200 clips at once.')
    setBusy(true)
    setError(undefined)
    setResults([])
    try {
      const { data } = await call(findOfferClips, { query: ids.length > 0 ? { ids: ids.join(',') } : { words } })
      if (ids.length === 0) {
        setResults(data)
        if (data.length === 0) setError(`No clip for sale matches “${words}”.`)
        return
      }
      onAdd(data)
      const missing = ids.filter(id => !data.some(clip => clip.id === id))
      setText(missing.join(', '))
      if (missing.length > 0)
        setError(`${missing.length === 1 ? 'This clip is' : 'These clips are'} not for sale: ${missing.join(', ')}.`)
    } catch (error) {
      setError(error instanceof Refusal ? error.message : 'The search failed. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  const addResult = (clip: OfferClip) => {
    onAdd([clip])
    setResults(results.filter(({ id }) => id !== clip.id))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void search()
  }
  return (
    <div className={css.adder}>
      <TextField
        dense
        label="Add clips"
        placeholder="Name, numbers or pasted URLs"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={error}
        autoComplete="off"
      />
      <Button busy={busy && 'Searching…'} onClick={() => void search()}>
        Find
      </Button>
      {results.length > 0 && (
        <ul className={css.results} aria-label="Clips found">
          {results.map(clip => (
            <li key={clip.id}>
              <button type="button" onClick={() => addResult(clip)}>
                <ClipThumb thumbs={clip.thumbs} sizes="64px" className={css.thumb ?? ''} />
                <span>
                  <span className={css.name}>{clip.name}</span>
                  <span className={css.more}>
                    {clip.filmmaker}, #{clip.id}
                  </span>
                </span>
                <span className="visually-hidden">Add</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
