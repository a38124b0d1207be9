// A style sheet exports nothing to code.
declare module "*.css"
