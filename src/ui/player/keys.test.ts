import { expect, test } from 'vitest'

import { getCommand } from './keys.ts'

const key = (name: string, modifiers: Partial<Record<'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
  getCommand({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...modifiers })

test('letters work in both cases, so Caps Lock has no effect', () => {
  expect(key('j')).toBe('backward')
  expect(key('J')).toBe('backward')
  expect(key('L', { shiftKey: true })).toBe('forward')
})

test('Shift makes a frame step ten frames', () => {
  expect(key('ArrowRight')).toBe('frame_on')
  expect(key('ArrowRight', { shiftKey: true })).toBe('ten_on')
})

test('Shift with a mark key goes to the mark', () => {
  expect(key('i')).toBe('mark_in')
  expect(key('I')).toBe('mark_in')
  expect(key('I', { shiftKey: true })).toBe('to_in')
  expect(key('O', { shiftKey: true })).toBe('to_out')
})

test('Shift makes the timecode a link, and the still a file', () => {
  expect([key('c'), key('C', { shiftKey: true })]).toEqual(['copy', 'copy_link'])
  expect([key('g'), key('G', { shiftKey: true })]).toEqual(['copy_still', 'save_still'])
})

test('a question mark opens help on any keyboard layout', () => {
  expect(key('?', { shiftKey: true })).toBe('help')
  expect(key('?')).toBe('help')
})

test('browser shortcuts are left to the browser', () => {
  expect(key('l', { ctrlKey: true })).toBeUndefined()
  expect(key('f', { metaKey: true })).toBeUndefined()
  expect(key('ArrowLeft', { altKey: true })).toBeUndefined()
  expect(key('Tab')).toBeUndefined()
})
