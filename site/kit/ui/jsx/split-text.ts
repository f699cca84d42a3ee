import { brand } from 'virtual:content'
import { createSplit } from '#api/rules/text/untranslated.ts'

export const splitText = createSplit([brand.legalName, brand.name])
