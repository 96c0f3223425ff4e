/** Adds clips to a license: a name to search, numbers, or addresses pasted from anywhere, many at once. */
import { useState, type KeyboardEvent } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { findOfferClips, type OfferClip } from '../contract.ts'
import { pastedClips } from '../pasted.ts'

import css from './clip-adder.module.css'

type Props = { onAdd: (clips: readonly OfferClip[]) => void }

export const ClipAdder = ({ onAdd }: Props) => {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly OfferClip[]>([])
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const look = async () => {
    const { ids, words } = pastedClips(text)
    if (ids.length === 0 && words === '') return setError('Type a name, a number, or paste addresses of clips.')
    if (ids.length > 200) return setError('At most 200 clips at once.')
    setBusy(true)
    setError(undefined)
    setFound([])
    try {
      const { data } = await call(findOfferClips, { query: ids.length > 0 ? { ids: ids.join(',') } : { words } })
      if (ids.length === 0) {
        setFound(data)
        if (data.length === 0) setError(`No clip that is sold is called “${words}”.`)
        return
      }
      onAdd(data)
      const missing = ids.filter(id => !data.some(clip => clip.id === id))
      setText(missing.join(', '))
      if (missing.length > 0)
        setError(`${missing.length === 1 ? 'This clip is' : 'These clips are'} not sold: ${missing.join(', ')}.`)
    } catch (error) {
      setError(error instanceof Refusal ? error.message : 'The clips could not be looked up. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  const take = (clip: OfferClip) => {
    onAdd([clip])
    setFound(found.filter(({ id }) => id !== clip.id))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void look()
  }
  return (
    <div className={css.adder}>
      <TextField
        dense
        label="Add clips"
        placeholder="Name, numbers or pasted addresses"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={error}
        autoComplete="off"
      />
      <Button busy={busy && 'Looking…'} onClick={() => void look()}>
        Find
      </Button>
      {found.length > 0 && (
        <ul className={css.found} aria-label="Clips found">
          {found.map(clip => (
            <li key={clip.id}>
              <button type="button" onClick={() => take(clip)}>
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
