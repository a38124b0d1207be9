// What Vite makes of a style sheet: nothing that code could see.
declare module "*.css"
