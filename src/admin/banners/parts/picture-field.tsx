/** The picture of a banner: sent to the image host as soon as it is chosen, which looks closer than the browser can. */
import { useId, useState, type ChangeEvent } from 'react'

import { problemOf } from '#accounts/avatar-file.ts'
import { call } from '#platform/call.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { messageOf } from '#platform/message.ts'
import { TextField } from '#ui/text-field.tsx'

import { getBannerUpload } from '../contract.ts'

type Props = {
  error: string | undefined
  /** What it is called by the host, and the file itself, to be shown until it is saved. */
  onSent: (public_id: string, picture: Blob) => void
}

export const PictureField = ({ error, onSent }: Props) => {
  const id = useId()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (!file) return
    const problem = problemOf(file)
    if (problem) return setTrouble(`${problem.title}. ${problem.detail ?? ''}`)
    setTrouble(undefined)
    setBusy(true)
    try {
      const { data } = await call(getBannerUpload, {})
      onSent(await uploadImage(file, data), file)
    } catch (error) {
      setTrouble(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextField
      id={id}
      dense
      label="Picture"
      type="file"
      accept="image/jpeg,image/png,image/gif"
      hint={isBusy ? 'Uploading…' : 'JPEG, PNG or GIF, best 960 × 540 pixels or larger: its middle is shown, 16 to 9.'}
      error={trouble ?? error}
      onChange={event => void send(event)}
    />
  )
}
