/** The grammar of a language in `highlight.js/lib/languages`. */
declare const language: object;
export default language;
