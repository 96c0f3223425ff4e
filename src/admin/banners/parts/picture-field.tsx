/** The picture of a banner: sent to the image host as soon as it is chosen, which looks closer than the browser can. */
import { useState } from 'react'

import { problemOf } from '#accounts/avatar-file.ts'
import { call } from '#platform/call.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { messageOf } from '#platform/message.ts'
import { FileField } from '#ui/file-field.tsx'
import { sizeWords } from '#uploads/limits.ts'

import { getBannerUpload } from '../contract.ts'

import desk from '../../parts/desk.module.css'

type Props = {
  error: string | undefined
  /** Of the picture that it has. */
  picture: string | undefined
  busy: boolean
  onBusy: (isBusy: boolean) => void
  /** What it is called by the host, and the file itself, to be shown until it is saved. */
  onSent: (public_id: string, picture: Blob) => void
}

export const PictureField = ({ error, picture, busy, onBusy, onSent }: Props) => {
  const [trouble, setTrouble] = useState<string>()
  const [chosen, setChosen] = useState<{ name: string; about: string }>()
  const send = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return setTrouble([problem.title, problem.detail].filter(Boolean).join('. '))
    setTrouble(undefined)
    onBusy(true)
    try {
      const { data } = await call(getBannerUpload, {})
      onSent(await uploadImage(file, data), file)
      setChosen({ name: file.name, about: sizeWords(file.size) })
    } catch (error) {
      setTrouble(messageOf(error))
    } finally {
      onBusy(false)
    }
  }
  return (
    <FileField
      label="Picture"
      what="picture"
      accept="image/jpeg,image/png,image/gif"
      className={desk.wide}
      chosen={busy ? { name: 'Uploading…', about: '' } : chosen}
      picture={picture}
      busy={busy}
      hint="JPEG, PNG or GIF, up to 25 MB, best 960 × 540 pixels or larger. Its middle is shown, 16 to 9."
      error={trouble ?? error}
      onChoose={file => void send(file)}
    />
  )
}
